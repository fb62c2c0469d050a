// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrediction} from "../src/interfaces/IPrediction.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @notice Everything callers can reach on `Prediction`
/// @dev A test that imported `Prediction` itself would compile it with the settings of the tests
abstract contract DeployedPrediction is IPrediction, Ownable2Step {}
