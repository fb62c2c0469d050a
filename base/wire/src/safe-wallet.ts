/** Origin of Safe{Wallet}, which shows the pages in a frame as a Safe App. */
export const SAFE_WALLET = 'https://app.safe.global'
