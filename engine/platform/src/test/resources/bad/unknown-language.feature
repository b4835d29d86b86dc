# language: xx
Feature: Klingon
