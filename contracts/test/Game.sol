// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {MockPriceFeed} from "../src/test/MockPriceFeed.sol";
import {DeployedPrediction} from "./DeployedPrediction.sol";
import {Cheats} from "./Vm.sol";

/// @notice Base of the tests: a market with its oracle and some players, ten seconds before round 1 starts
abstract contract Game is Cheats {
    string internal constant ARTIFACT = "Prediction.sol:Prediction";
    uint256 internal constant GENESIS = 1_756_587_600;
    uint256 internal constant INTERVAL = 300;
    uint256 internal constant DELAY = 120;
    uint256 internal constant WINDOW = 1 days;
    uint256 internal constant MIN_BET = 0.001 ether;
    uint256 internal constant FEE = 300;
    uint80 internal constant PHASE = 1 << 64;
    int256 internal constant PRICE = 600e8;

    address internal constant OWNER = address(0x0111);
    address internal constant ALICE = address(0xA11CE);
    address internal constant BOB = address(0xB0B);
    address internal constant CAROL = address(0xCA201);

    MockPriceFeed internal feed;
    DeployedPrediction internal prediction;

    function setUp() public virtual {
        vm.warp(GENESIS - 10);
        feed = new MockPriceFeed(address(this));
        feed.push(PRICE);
        feed.push(PRICE);
        prediction = deployPrediction(settings());
    }

    function settings() internal view virtual returns (IPrediction.Settings memory) {
        return IPrediction.Settings({
            oracle: feed,
            owner: OWNER,
            genesisTimestamp: GENESIS,
            intervalSeconds: INTERVAL,
            strikeDelay: 0,
            maxOracleDelay: DELAY,
            settlementWindow: WINDOW,
            minBetAmount: MIN_BET,
            treasuryFee: FEE,
            maxPayoutMultiple: 0
        });
    }

    /// @dev Deploys the same artifact as production
    function deployPrediction(IPrediction.Settings memory chosen) internal returns (DeployedPrediction) {
        return DeployedPrediction(vm.deployCode(ARTIFACT, abi.encode(chosen)));
    }

    function lockOf(uint256 epoch) internal pure returns (uint256) {
        return GENESIS + epoch * INTERVAL;
    }

    function moveTo(uint256 timestamp) internal {
        if (block.timestamp < timestamp) vm.warp(timestamp);
    }

    /// @dev Changes the fee and moves to the first epoch that pays it
    function changeFee(uint256 newFee) internal returns (uint256 epoch) {
        vm.prank(OWNER);
        prediction.setTreasuryFee(newFee);
        (,, epoch) = prediction.nextTerms();
        moveTo(lockOf(epoch - 1));
    }

    /// @dev Moves to the start of the round if that is in the future
    function betBull(address user, uint256 epoch, uint256 amount) internal {
        moveTo(lockOf(epoch - 1));
        vm.deal(user, user.balance + amount);
        vm.prank(user);
        prediction.betBull{value: amount}(epoch);
    }

    /// @dev Same as `betBull`
    function betBear(address user, uint256 epoch, uint256 amount) internal {
        moveTo(lockOf(epoch - 1));
        vm.deal(user, user.balance + amount);
        vm.prank(user);
        prediction.betBear{value: amount}(epoch);
    }

    /// @dev Alice bets on a rise, Bob on a fall
    function betBoth(uint256 epoch, uint256 bull, uint256 bear) internal {
        betBull(ALICE, epoch, bull);
        betBear(BOB, epoch, bear);
    }

    /// @dev The oracle answers five seconds after the strike is due, or now if that has passed
    function answer(uint256 epoch, int256 price) internal returns (uint80 id) {
        return answerAt(prediction.strikeTimestamp(epoch) + 5, price);
    }

    function answerAt(uint256 timestamp, int256 price) internal returns (uint80 id) {
        moveTo(timestamp);
        feed.push(price);
        return latestId();
    }

    function latestId() internal view returns (uint80 id) {
        (id,,,,) = feed.latestRoundData();
    }

    function settle(uint256 epoch, int256 price) internal returns (uint80 id) {
        id = answer(epoch, price);
        prediction.settle(epoch, id);
    }

    /// @dev A whole round with both strikes, Alice against Bob
    function play(uint256 epoch, uint256 bull, uint256 bear, int256 lockPrice, int256 closePrice) internal {
        betBoth(epoch, bull, bear);
        settle(epoch, lockPrice);
        settle(epoch + 1, closePrice);
    }

    function claim(address user, uint256 epoch) internal returns (uint256 received) {
        return claim(user, list(epoch));
    }

    function claim(address user, uint256[] memory epochs) internal returns (uint256 received) {
        uint256 before = user.balance;
        vm.prank(user);
        prediction.claim(epochs);
        return user.balance - before;
    }

    function expectClaimRevert(address user, uint256 epoch, bytes memory revertData) internal {
        vm.expectRevert(revertData);
        vm.prank(user);
        prediction.claim(list(epoch));
    }

    function list(uint256 a) internal pure returns (uint256[] memory epochs) {
        epochs = new uint256[](1);
        epochs[0] = a;
    }

    function list(uint256 a, uint256 b) internal pure returns (uint256[] memory epochs) {
        epochs = new uint256[](2);
        (epochs[0], epochs[1]) = (a, b);
    }

    function ids(uint80 a, uint80 b) internal pure returns (uint80[] memory oracleRoundIds) {
        oracleRoundIds = new uint80[](2);
        (oracleRoundIds[0], oracleRoundIds[1]) = (a, b);
    }
}
