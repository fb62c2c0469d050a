/** Returns the block explorer's page of an address or transaction. */
export function explorerLink(explorerUrl: string, kind: 'address' | 'tx', id: string): string {
  return `${explorerUrl.replace(/\/$/, '')}/${kind}/${id}`
}
