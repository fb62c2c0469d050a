// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";

/// @notice Finds the oracle round of a strike by searching the whole history
library OracleModel {
    /// @notice The only oracle round that can settle a strike at `timestamp`; 0 if none can
    /// @dev The newest phase that had started by then decides, unless a later phase had started before its answer or has
    /// no round at all
    function firstSince(MockPriceFeed feed, uint256 timestamp) internal view returns (uint80) {
        (uint80 latestId,,,,) = feed.latestRoundData();
        uint256 nextStart = type(uint256).max;
        for (uint80 phase = latestId >> 64; phase >= 1; --phase) {
            uint256 start = updatedAt(feed, phase << 64 | 1);
            if (start == 0) return 0;
            if (start < timestamp) return firstInPhase(feed, phase, timestamp, nextStart);
            if (start < nextStart) nextStart = start;
        }
        return 0;
    }

    /// @notice When an oracle round was written; 0 if it does not exist
    function updatedAt(MockPriceFeed feed, uint80 id) internal view returns (uint256 timestamp) {
        (,,, timestamp,) = feed.getRoundData(id);
    }

    function firstInPhase(MockPriceFeed feed, uint80 phase, uint256 from, uint256 before)
        private
        view
        returns (uint80)
    {
        for (uint80 id = phase << 64 | 2;; ++id) {
            uint256 timestamp = updatedAt(feed, id);
            if (timestamp == 0 || timestamp >= before) return 0;
            if (timestamp >= from) return id;
        }
        return 0;
    }
}
