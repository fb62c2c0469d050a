// npm omits optional platform packages from package-lock.json if the registry view lacks them, and
// `npm ci` then fails with "Missing: X from lock file". This adds them, and to every entry the integrity
// that the registry reports: npm fetches a package on the platforms it matches, and installs one without
// integrity unverified. `npm run check` lists the entries that still lack it.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const OPERATING_SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm',
  'arm64',
  'amd64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'ppc64le',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

function platformOf(name) {
  const segments = name.split(/[-/.]/)
  const os = OPERATING_SYSTEMS.filter((candidate) => segments.includes(candidate))
  const cpu = PROCESSORS.filter((candidate) => segments.includes(candidate)).map((segment) =>
    segment === 'amd64' ? 'x64' : segment,
  )
  const libc = segments.includes('musl') ? ['musl'] : segments.includes('gnu') ? ['glibc'] : []
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
  }
}

/** Returns the checksum of a package, or null if this view of the registry lacks it. */
function integrityOf(name, version) {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent']
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8' })
  return status === 0 && stdout.startsWith('sha512-') ? stdout.trim() : null
}

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
    if (path === '' || places.some((place) => lock.packages[place] !== undefined)) continue
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      optional: true,
      ...(entry.dev === true && { dev: true }),
    }
    added += 1
  }
}
let verified = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? []
  if (name === undefined || entry.link === true || entry.integrity !== undefined) continue
  const integrity = integrityOf(name, entry.version)
  if (integrity === null) continue
  entry.integrity = integrity
  verified += 1
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${file}: ${added} platform entries added, ${verified} checksums\n`)
