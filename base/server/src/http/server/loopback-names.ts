/**
 * Returns the origins, each address of this machine also by its name `localhost`: passkeys belong to a domain name, which
 * an IP address is not.
 */
export function withLoopbackNames(origins: readonly string[]): readonly string[] {
  const names = origins
    .map((origin) => new URL(origin))
    .filter(({ hostname }) => hostname === '127.0.0.1')
    .map(({ protocol, port }) => new URL(`${protocol}//localhost:${port}`).origin)
  return [...new Set([...origins, ...names])]
}
