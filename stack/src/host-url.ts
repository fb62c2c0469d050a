/** Returns the URL of a port, for a host name or an address of either kind. */
export function hostUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
