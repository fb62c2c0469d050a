import * as z from 'zod'
import { NEEDS_SSLMODE, saysEncryption } from './database-encryption.ts'
import { NEEDS_TLS, saysNatsEncryption } from './nats-encryption.ts'

/** An http(s) URL. */
export const WebUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' })

/** Nodes of one chain, comma-separated, in the operator's order of preference. */
export const NodeUrls = z
  .string('is missing')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .pipe(z.array(WebUrl).min(1, 'is missing'))

/** `true` or `false`; false by default. */
export const Flag = z.stringbool({ error: 'must be true or false' }).default(false)

/** Number of proxies in front of the service. `true` is one, and none is the default. */
export const ProxyCount = z
  .string()
  .regex(/^(?:true|false|\d)$/, 'must be true, false or the number of proxies')
  .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
  .default(0)

/** A secret that a caller must send. */
export const AccessToken = z
  .string()
  .regex(/^\S{16,}$/, 'must have 16 or more characters and no spaces')

/** URL of a PostgreSQL database. Beyond this machine, it needs `sslmode`. */
export const DatabaseUrl = z
  .string('is missing')
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
  .refine(saysEncryption, NEEDS_SSLMODE)

/** pino's log level. */
export const LogLevel = z
  .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'is not a log level')
  .default('info')

/** A whole number in a range, both ends included. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** A server of a NATS cluster. Beyond this machine, it needs TLS or a statement that it goes without. */
export const NatsUrl = z
  .url({
    protocol: /^(nats|tls)$/,
    error: 'must be a list of nats URLs',
    abort: true,
  })
  .refine(saysNatsEncryption, NEEDS_TLS)

/** Comma-separated list; absent means empty. */
export function listOf<item>(item: z.ZodType<item, string>) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(item))
}
