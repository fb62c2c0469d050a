/** Headers by which a service tells the bundler for whom it calls. */
export const BUNDLER_HEADERS = {
  /** Id of the user. Only custody names one. */
  user: 'x-bundler-user',
  /** Hash of the visitor's IP address. */
  ipHash: 'x-bundler-ip-hash',
  /** Hash of its IPv6 /48; missing for IPv4. */
  networkHash: 'x-bundler-network-hash',
} as const
