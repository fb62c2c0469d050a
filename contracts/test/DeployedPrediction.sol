// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @notice The interface of a deployed `Prediction`
/// @dev Importing `Prediction` itself into a test would compile it with the test settings
abstract contract DeployedPrediction is IPrediction, Ownable2Step {}
