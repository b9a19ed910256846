"""What the roles of staff were given by the program, so that a later version can add to it; it knows no person."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class StaffRole(models.Model):
    """The permissions that a role has been given by this or an earlier version, whether it still has them or not.

    What a superuser took away from the role stays in this list, so it is not given a second time.
    """

    role = models.OneToOneField(
        "auth.Group", on_delete=models.CASCADE, primary_key=True, related_name="+", verbose_name=_("role")
    )
    given = models.JSONField(_("permissions given"), default=list)

    class Meta:
        verbose_name = _("role for staff")
        verbose_name_plural = _("roles for staff")
        default_permissions = ()  # kept by the program alone

    def __str__(self) -> str:
        return str(self.role_id)
