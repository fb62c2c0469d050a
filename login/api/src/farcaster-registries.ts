/** Contract on OP Mainnet that knows the owner of each Farcaster id. */
export const FARCASTER_ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'

/** Contract on OP Mainnet that knows the further keys of each Farcaster id. */
export const FARCASTER_KEY_REGISTRY = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'
