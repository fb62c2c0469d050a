import { healthOperations } from '@bullring/server/metrics/health.operations'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Operation } from '@bullring/server/operations/operation'
import { AuthError } from '../auth/auth-error.ts'
import type { RelayConfig } from '../config.ts'
import { attestationOperation } from '../http/attestation.operations.ts'
import type { Mailboxes } from '../mailboxes.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { rpcOperation } from '../rpc/rpc.operations.ts'
import type { RelayNode } from './create-relay-node.ts'

type Deps = {
  config: RelayConfig
  node: RelayNode
  mailboxes: Pick<Mailboxes, 'isUp'>
  metrics: Metrics
}

/** The HTTP API of the relay. */
export function relayOperations({ config, node, mailboxes, metrics }: Deps): readonly Operation[] {
  const isServing = () => !node.sockets.isDraining
  return [
    // Monitoring of other relays of this protocol checks /livez or /health.
    ...healthOperations({ nowMs: Date.now }).map((operation) => ({
      ...operation,
      aliases: ['/livez', '/health'],
    })),
    ...monitoringOperations({
      metrics: {
        ...metrics,
        text: () => {
          node.reportLoad()
          return metrics.text()
        },
      },
      metricsToken: config.metricsToken,
      probes: { store: () => mailboxes.isUp(), sockets: isServing },
      reasons: { sockets: () => (isServing() ? null : 'the node is stopping') },
    }),
    attestationOperation(),
    rpcOperation({
      frame: node.frame,
      limits: node.limits,
      admit: node.admit,
      refusalOf: (error) => (error instanceof AuthError ? error.toJson() : null),
      proxies: config.http.proxies,
      maxFrameBytes: node.maxFrameBytes,
    }),
  ]
}
