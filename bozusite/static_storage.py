"""Static files under names with a hash, our scripts' imports of each other included; it must not know any file."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import … from "./x.js"` in our scripts: a page must never mix the scripts of two releases."""

    # Django's own switch for this would also read the comments of other people's scripts, and stumble there.
    patterns = (
        *HashedFilesMixin.patterns,
        ("js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
    )
