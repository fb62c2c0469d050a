// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockContractWallet} from "./MockContractWallet.sol";

/// @title Deploys contract wallets for tests
/// @notice The address of a wallet is known before it exists (ERC-6492)
contract MockContractWalletFactory {
    /// @notice Deploys the wallet of an owner
    /// @param owner Signer of the wallet
    /// @return wallet Always the same address for the same owner
    function deploy(address owner) external returns (address wallet) {
        wallet = address(new MockContractWallet{salt: 0}(owner));
    }
}
