import type { Service } from '../start-service.ts'

/** What sends the operations of smart accounts. */
export type Bundler = {
  /** For JSON-RPC. */
  url: string
  /** Null for a hosted one, which expects none. */
  token: string | null
  /** Null for a hosted one. */
  child: Service['child'] | null
}
