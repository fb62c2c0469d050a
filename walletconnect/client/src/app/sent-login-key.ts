/** Begins the storage keys of logins whose responses are awaited. What reads them is loaded only if there are any. */
export const SENT_LOGIN = 'sent-login:'
