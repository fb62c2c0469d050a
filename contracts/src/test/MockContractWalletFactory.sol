// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockContractWallet} from "./MockContractWallet.sol";

/// @title Deploys contract wallets of tests
/// @notice A wallet's address is known before it exists (ERC-6492).
contract MockContractWalletFactory {
    /// @notice Deploys the wallet of an owner
    /// @param owner Whose signatures count as the wallet's
    /// @return wallet The same address for the same owner
    function deploy(address owner) external returns (address wallet) {
        wallet = address(new MockContractWallet{salt: 0}(owner));
    }
}
