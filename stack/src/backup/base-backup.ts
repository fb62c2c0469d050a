import { PassThrough } from 'node:stream'
import type pg from 'pg'

/** First byte of a message of BASE_BACKUP. */
const NEW_ARCHIVE = 'n'.charCodeAt(0)
const MANIFEST = 'm'.charCodeAt(0)
const DATA = 'd'.charCodeAt(0)

/** Without a byte for this long, a server or disk has stopped. */
const STALL_MS = 120_000

/** A server's files, as a tar archive with the write-ahead log they need, and PostgreSQL's list of them with checksums. */
export type BaseBackup = {
  archive: PassThrough
  list: PassThrough
  /** Places in the write-ahead log where the backup begins and ends. */
  places: Promise<readonly string[]>
}

/**
 * Reads the files of a running server. Both streams must be read: the archive first.
 *
 * @param client - A connection with `replication`.
 */
export function readBaseBackup(client: pg.Client, label: string): BaseBackup {
  const options = `LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'`
  const query = new BaseBackupQuery(`BASE_BACKUP (${options})`)
  client.query(query)
  return { archive: query.archive, list: query.list, places: query.places.promise }
}

type Message = { chunk: Buffer }
type Row = { fields: (Buffer | string | null)[] }

/** A query that pg runs: it calls the methods for what the server answers. */
class BaseBackupQuery implements pg.Submittable {
  readonly archive = new PassThrough()
  readonly list = new PassThrough()
  readonly places = Promise.withResolvers<readonly string[]>()
  readonly #rows: string[] = []
  readonly #text: string
  #current = this.archive
  #connection: pg.Connection | null = null

  constructor(text: string) {
    this.#text = text
    // The streams have the error too.
    this.places.promise.catch(() => undefined)
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    const { stream } = connection
    if ('setTimeout' in stream && typeof stream.setTimeout === 'function')
      stream.setTimeout(STALL_MS, () => stream.destroy(new Error('PostgreSQL sends nothing')))
    connection.query(this.#text)
  }

  handleRowDescription(): void {}

  handleDataRow({ fields: [first] }: Row): void {
    this.#rows.push(String(first))
  }

  handleCopyData({ chunk }: Message): void {
    const [kind] = chunk
    if (kind === NEW_ARCHIVE) return
    if (kind === MANIFEST) {
      this.#endCurrent()
      this.#current = this.list
    }
    if (kind !== DATA) return
    const stream = this.#connection?.stream
    // pg reuses the memory of the message.
    const isTaken = this.#current.write(Buffer.from(chunk.subarray(1)))
    // What was received before the pause still arrives.
    if (isTaken || stream?.isPaused() !== false) return
    stream.pause()
    this.#current.once('drain', () => stream.resume())
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    // Between them is a row for each folder.
    this.places.resolve([this.#rows[0] ?? '', this.#rows.at(-1) ?? ''])
    this.#endCurrent()
  }

  /** A stream that ends reports no drain. */
  #endCurrent(): void {
    this.#current.end()
    this.#connection?.stream.resume()
  }

  handleError(error: Error): void {
    this.places.reject(error)
    for (const stream of [this.archive, this.list]) stream.destroy(error)
  }
}
