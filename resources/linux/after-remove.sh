#!/bin/sh
set -e

# An upgrade runs this as well, and needs nothing of it.
case "$1" in
  remove | purge)
    rm -f /usr/bin/gatehouse
    if [ -f /etc/apparmor.d/gatehouse ]; then
      if command -v apparmor_parser >/dev/null && apparmor_status --enabled 2>/dev/null; then
        apparmor_parser --remove /etc/apparmor.d/gatehouse || true
      fi
      rm -f /etc/apparmor.d/gatehouse
    fi
    if command -v update-desktop-database >/dev/null; then
      update-desktop-database -q /usr/share/applications || true
    fi
    ;;
esac
