/** A CID in base58 or base32, and a path. */
const IPFS_URL = /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{46,100})((?:\/[\w.~%-]+)*)$/

/** Returns the URL from which an https or ipfs URL is loaded, or null for any other, and for ipfs without a gateway. */
export function remoteUrlOf(text: string, ipfsGateway: string | null): URL | null {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return url
  const [, cid, path = ''] = IPFS_URL.exec(text) ?? []
  // A gateway could decode them to dot segments, which leave the CID.
  const canLeave = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c/i.test(path)
  if (cid === undefined || ipfsGateway === null || canLeave) return null
  return URL.parse(`${ipfsGateway.replace(/\/$/, '')}/ipfs/${cid}${path}`)
}

/** Returns whether a URL is on the operator's gateway, which may be local. */
export function isOnGateway({ href }: URL, ipfsGateway: string | null): boolean {
  return ipfsGateway !== null && href.startsWith(`${ipfsGateway.replace(/\/$/, '')}/ipfs/`)
}
