import { Registry } from 'prom-client'

/** Labels of metrics by name. */
type LabelsByMetric = ReadonlyMap<string, ReadonlySet<string>>

/** Labels that Prometheus adds, and that of a histogram's buckets. */
const ADDED = ['job', 'instance', 'le']

/** Returns the labels of all metrics that `create` creates. */
export function labelsOf(create: () => unknown): LabelsByMetric {
  const labels = new Map<string, ReadonlySet<string>>()
  const { registerMetric } = Registry.prototype
  Registry.prototype.registerMetric = function register(metric) {
    const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] }
    labels.set(name, new Set([...labelNames, ...ADDED]))
    registerMetric.call(this, metric)
  }
  try {
    create()
  } finally {
    Registry.prototype.registerMetric = registerMetric
  }
  return labels
}

/**
 * Lists the labels that alerts or panels select, group by or name in their texts, although a metric of their query lacks them.
 *
 * @param content - A file of rules, or a dashboard.
 * @param labels - Other metrics are ignored.
 */
export function missingLabels(content: string, labels: LabelsByMetric): string[] {
  const queries = content.replaceAll('\\"', '"').split(/- alert: |"expr": /)
  return queries.slice(1).flatMap((query) => missingIn(query, labels))
}

function missingIn(query: string, labels: LabelsByMetric): string[] {
  const used = [...query.matchAll(/\b(?:by|on|ignoring|without) \(([^)]*)\)/g)]
    .flatMap(([, list = '']) => list.split(','))
    .concat([...query.matchAll(/\$labels\.(\w+)|\{\{(\w+)\}\}/g)].map(([, a, b]) => a ?? b ?? ''))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return [...query.matchAll(/(bullring_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', list]) => {
    const known = labels.get(name) ?? labels.get(name.replace(/_(?:bucket|count|sum)$/, ''))
    if (known === undefined) return []
    const selected = [...(list ?? '').matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, by = '']) => by)
    return [...selected, ...used]
      .filter((label) => !known.has(label))
      .map((label) => `${name} has no ${label}`)
  })
}
