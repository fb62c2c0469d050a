/** The only client of the local provider. */
export const LOCAL_CLIENT = { clientId: 'bullring-local', clientSecret: 'local-secret' }
