/** One value of a service's metrics. */
export type Series = {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: -?\d+)?$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g
const ESCAPED: Readonly<Record<string, string>> = { n: '\n' }

/** Reads Prometheus' text format. Lines that are not series are left out. */
export function parseMetrics(text: string): Series[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: labelsOf(labels), value: numberOf(value) }]
  })
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter)
}

function numberOf(text: string): number {
  return /^[+-]?Inf$/.test(text) ? Number(text.replace('Inf', 'Infinity')) : Number(text)
}

/** Whether a series has these labels; a pattern must match. */
type Labels = Readonly<Record<string, string | RegExp>>

/** Returns whether a series has these labels. */
export function hasLabels(series: Series, labels: Labels): boolean {
  return Object.entries(labels).every(([label, wanted]) => matches(series.labels[label], wanted))
}

/** Returns the series of a metric that have these labels. */
export function seriesOf(all: readonly Series[], metric: string, labels: Labels = {}): Series[] {
  return all.filter((series) => series.name === `bullring_${metric}` && hasLabels(series, labels))
}

function matches(value: string | undefined, wanted: string | RegExp): boolean {
  if (value === undefined) return false
  return typeof wanted === 'string' ? value === wanted : wanted.test(value)
}

/** Returns the only value of a metric with these labels; null without one. */
export function onlyValue(all: readonly Series[], metric: string, labels?: Labels): number | null {
  return seriesOf(all, metric, labels)[0]?.value ?? null
}
