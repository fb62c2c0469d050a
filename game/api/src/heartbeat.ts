/** The live stream sends something at least this often (R-LIVE-2): clients that receive nothing for longer have lost it. */
export const HEARTBEAT_MS = 2_000
