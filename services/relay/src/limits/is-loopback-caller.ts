/** Returns whether an address of `callerIp` is this machine. It reduces IPv6 addresses to networks: `::1` to `::/64`. */
export function isLoopbackCaller(ip: string): boolean {
  return ip.startsWith('127.') || ip === '0:0:0:0::' || ip === '::ffff:7f00:1'
}
