import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Switches without which Electron would not start here.
 *
 * Chromium refuses its outer sandbox as root, and where the kernel forbids user namespaces and the helper
 * beside the executable is not set up. The page stays in its own sandbox (`sandbox: true`) either way.
 *
 * @param {string} executable
 * @returns {string[]}
 */
export function requiredSwitches(executable) {
  if (process.platform !== 'linux') return [];
  return process.getuid?.() === 0 || !(namespacesAllowed() || helperIsSetUp(executable))
    ? ['--no-sandbox']
    : [];
}

export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

function namespacesAllowed() {
  return (
    readKernelSetting('kernel/apparmor_restrict_unprivileged_userns') !== '1' &&
    readKernelSetting('kernel/unprivileged_userns_clone') !== '0'
  );
}

/** @param {string} executable */
function helperIsSetUp(executable) {
  const helper = statSync(join(dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false });
  return helper?.uid === 0 && (helper.mode & 0o4000) !== 0;
}

/** @param {string} name */
function readKernelSetting(name) {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    // A kernel without the setting doesn't restrict it.
    return null;
  }
}
