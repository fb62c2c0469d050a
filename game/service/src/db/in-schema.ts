/** Returns the URL of connections whose tables are in `schema`; null leaves the URL as it is. */
export function inSchema(databaseUrl: string, schema: string | null): string {
  if (schema === null) return databaseUrl
  const url = new URL(databaseUrl)
  const given = url.searchParams.get('options')
  const option = `-c search_path=${schema}`
  url.searchParams.set('options', given === null ? option : `${given} ${option}`)
  return url.href
}
