"""Static files under names with a hash, scripts' imports of each other included; it must not know any file."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import … from "./x.js"` too: a page must never mix the scripts of two releases."""

    support_js_module_import_aggregation = True
