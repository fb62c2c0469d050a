/**
 * Called before a request that the user has to approve, where the browser opens no windows, as Telegram's apps: there a page
 * of the wallet in the same tab takes their place, and returns to the address of this one, which goes on by `takeOutcome`.
 *
 * @returns What keeps the id for `takeOutcome`, false if it cannot. Null for a request that the page could not go on with:
 *   it cannot be approved there.
 */
export type LeavesPage = (call: {
  method: string
  params?: unknown
}) => ((id: string) => boolean) | null
