import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** A market's tables in a query that may read several markets. */
export type MarketTables = {
  symbol: string
  /** Null for the schema that the connection selects. */
  schema: string | null
}

/** Returns the name of a table, view or function of the market. */
export function nameIn(
  { schema }: Pick<MarketTables, 'schema'>,
  name: string,
): RawBuilder<unknown> {
  return schema === null ? sql.id(name) : sql.id(schema, name)
}
