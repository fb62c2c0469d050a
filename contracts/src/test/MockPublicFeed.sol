// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockPriceFeed} from "./MockPriceFeed.sol";

/// @title Price feed that describes itself as the feed of a public chain
/// @notice Tests place its code where a public chain has Chainlink's feed.
contract MockPublicFeed is MockPriceFeed {
    constructor(address owner) MockPriceFeed(owner) {}

    /// @inheritdoc MockPriceFeed
    function description() external pure override returns (string memory) {
        return "BNB / USD";
    }
}
