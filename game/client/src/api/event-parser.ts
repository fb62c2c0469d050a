/** An event of an event stream as it was sent. */
type SentEvent = { name: string; data: string; id: string | null }

const LINE_END = /\r\n|\n|\r/

/** Creates a parser of an event stream (`text/event-stream`), which comes in pieces of any length. */
export function createEventParser() {
  let rest = ''
  let fields = new Map<string, string>()

  const take = (line: string): SentEvent | null => {
    if (line === '') return finish()
    const colon = line.indexOf(':')
    // A comment starts with a colon.
    if (colon === 0) return null
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    const before = fields.get(name)
    fields.set(name, name === 'data' && before !== undefined ? `${before}\n${value}` : value)
    return null
  }
  const finish = (): SentEvent | null => {
    const ended = fields
    fields = new Map()
    const data = ended.get('data')
    if (data === undefined) return null
    return { name: ended.get('event') ?? 'message', data, id: ended.get('id') ?? null }
  }
  return {
    /** Returns the events that are complete with `text`. */
    push: (text: string): readonly SentEvent[] => {
      // A final CR may be the first half of a line end.
      const whole = `${rest}${text}`
      const end = whole.endsWith('\r') ? whole.length - 1 : whole.length
      const lines = whole.slice(0, end).split(LINE_END)
      rest = `${lines.pop() ?? ''}${whole.slice(end)}`
      return lines.flatMap((line) => take(line) ?? [])
    },
  }
}
