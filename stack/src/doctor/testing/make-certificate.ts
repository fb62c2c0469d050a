import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A self-signed certificate with its key, in PEM. */
export type Certificate = { key: string; cert: string }

const DAY_MS = 86_400_000

/** Makes a certificate of a name that ends `days` from now, or ended if that is negative. */
export async function makeCertificate(host: string, days: number): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-certificate-'))
  try {
    const config = [
      ...['[ca]', 'default_ca = own', '[own]', `database = ${folder}/index`],
      ...[`new_certs_dir = ${folder}`, 'default_md = sha256', 'policy = any', 'rand_serial = yes'],
      ...['x509_extensions = site', '[any]', 'commonName = supplied', '[site]'],
      ...[`subjectAltName = DNS:${host}`, 'basicConstraints = critical, CA:TRUE'],
    ]
    await writeFile(join(folder, 'config'), config.join('\n'))
    await writeFile(join(folder, 'index'), '')
    const openssl = (args: string) =>
      promisify(execFile)('openssl', args.split(' '), { cwd: folder, timeout: 30_000 })
    const ec = 'ec -pkeyopt ec_paramgen_curve:P-256'
    await openssl(`req -new -newkey ${ec} -nodes -subj /CN=${host} -keyout key -out request`)
    const dates = `-startdate ${dateOf(days - 90)} -enddate ${dateOf(days)}`
    await openssl(
      `ca -batch -notext -selfsign -config config -keyfile key -in request -out cert ${dates}`,
    )
    const [key, cert] = await Promise.all(
      ['key', 'cert'].map((name) => readFile(join(folder, name), 'utf8')),
    )
    return { key: key ?? '', cert: cert ?? '' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** As openssl writes a time: YYYYMMDDHHMMSSZ. */
function dateOf(days: number): string {
  const date = new Date(Date.now() + days * DAY_MS).toISOString()
  return `${date.slice(0, 19).replaceAll(/\D/g, '')}Z`
}
