// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Game} from "./Game.sol";

/// @notice The tests run the code that is deployed, compiled as for production
contract PredictionBuildTest is Game {
    string private artifact;

    function setUp() public override {
        super.setUp();
        artifact = vm.readFile("contracts/out/Prediction.sol/Prediction.json");
    }

    function test_build_testsDeployTheProductionArtifact() public view {
        bytes memory production = vm.parseJsonBytes(artifact, ".bytecode.object");
        assertTrue(production.length != 0, "has code");
        assertTrue(keccak256(vm.getCode(ARTIFACT)) == keccak256(production), "same creation code");
        // The deployed code has immutables where the artifact has zeros.
        uint256 length = vm.parseJsonBytes(artifact, ".deployedBytecode.object").length;
        assertEq(address(prediction).code.length, length);
    }

    function test_build_productionArtifactIsOptimized() public view {
        assertTrue(vm.parseJsonBool(artifact, ".metadata.settings.viaIR"), "via IR");
        assertTrue(vm.parseJsonBool(artifact, ".metadata.settings.optimizer.enabled"), "optimized");
        assertEq(vm.parseJsonUint(artifact, ".metadata.settings.optimizer.runs"), 600);
    }
}
