// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

/// @title Price feed of the local chain and of tests
/// @notice Behaves like a Chainlink proxy: ids carry a phase, starting at 1, and rounds that do not exist are zeros.
/// Its owner alone sets the price, so it must not be used where real money is at stake.
contract MockPriceFeed is IPriceFeed, Ownable {
    using SafeCast for int256;
    using SafeCast for uint256;

    /// @dev One slot, like a transmission of a Chainlink aggregator
    struct Answer {
        int192 value;
        uint64 updatedAt;
    }

    /// @inheritdoc IPriceFeed
    uint8 public constant decimals = 8;

    uint80 private _latestId = 1 << 64;
    mapping(uint80 id => Answer) private _answers;

    constructor(address owner) Ownable(owner) {}

    /// @notice Adds a round to the current phase, written now
    /// @dev Only the owner
    /// @param answer With 8 decimals
    function push(int256 answer) external {
        setRound(_latestId + 1, answer, block.timestamp);
    }

    /// @notice Starts the next phase, as a proxy does when its aggregator is replaced. It has no round yet
    /// @dev Only the owner
    function startPhase() external onlyOwner {
        _latestId = ((_latestId >> 64) + 1) << 64;
    }

    /// @inheritdoc IPriceFeed
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(_latestId);
    }

    /// @inheritdoc IPriceFeed
    function description() external view virtual returns (string memory) {
        return "BNB / USD (local replay)";
    }

    /// @notice Writes any round; it becomes the latest one if its id is higher than all others
    /// @dev Only the owner. Reverts for values that do not fit
    /// @param id Phase and number of the round
    /// @param answer With 8 decimals
    /// @param updatedAt Unix seconds
    function setRound(uint80 id, int256 answer, uint256 updatedAt) public onlyOwner {
        _answers[id] = Answer(answer.toInt192(), updatedAt.toUint64());
        if (id > _latestId) _latestId = id;
        emit AnswerUpdated(answer, id, updatedAt);
    }

    /// @inheritdoc IPriceFeed
    function getRoundData(uint80 roundId) public view virtual returns (uint80, int256, uint256, uint256, uint80) {
        Answer memory answer = _answers[roundId];
        return (roundId, answer.value, answer.updatedAt, answer.updatedAt, roundId);
    }
}
