/** A PancakePredictionV2 contract needs 63,000 gas per round. Blocks and wallets limit a transaction. */
export const MAX_EPOCHS_PER_TRANSACTION = 100
