// npm omits optional platform packages from package-lock.json if the registry view lacks them, and
// `npm ci` then fails with "Missing: X from lock file". Entries without integrity satisfy it: they are
// never fetched on a platform they do not match.
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
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${file}: ${added} platform entries added\n`)
