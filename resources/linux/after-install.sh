#!/bin/sh
set -e

ln -sfn /opt/Gatehouse/gatehouse /usr/bin/gatehouse

# Chromium makes its sandbox from user namespaces. Where ordinary users get none, it needs a setuid helper.
# Root always gets them, so an ordinary user has to try.
if setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all unshare --user true 2>/dev/null; then
  chmod 0755 /opt/Gatehouse/chrome-sandbox
else
  chmod 4755 /opt/Gatehouse/chrome-sandbox
fi

# Ubuntu 24.04 and newer give namespaces only to programs with a profile. Older AppArmor cannot read this one.
if command -v apparmor_status >/dev/null && apparmor_status --enabled 2>/dev/null; then
  profile=/opt/Gatehouse/resources/apparmor-profile
  if apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
    cp -f "$profile" /etc/apparmor.d/gatehouse
    if ! { command -v ischroot >/dev/null && ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/gatehouse
    fi
  fi
fi

# Menus and link schemes. The icon cache has a trigger of its own.
if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
