/** Places of an installation. */
export type Places = {
  checkout: string
  settings: string
  /** Folder of backups; null for none. */
  backups: string | null
}

/** Folders in the files of ops/. */
const CHECKOUT = /\/opt\/bullring\b/g
const SETTINGS = /\/etc\/bullring\b/g
/** Line of a unit that writes data, and with it backups or the changes since. */
const WRITABLE = /^ReadWritePaths=.*-\/var\/lib\/bullring$/gm

/** Writes a unit of ops/ for the places of this installation. */
export function unitFile(template: string, { checkout, settings, backups }: Places): string {
  const unit = template.replaceAll(CHECKOUT, checkout).replaceAll(SETTINGS, settings)
  if (backups === null) return unit
  return unit.replaceAll(WRITABLE, (line) => `${line}\nReadWritePaths=${quoted(`-${backups}`)}`)
}

/** Writes a path as systemd reads it: spaces separate paths, and % begins a specifier. */
function quoted(path: string): string {
  const text = path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
  return /[\s"\\]/.test(path) ? `"${text}"` : text
}
