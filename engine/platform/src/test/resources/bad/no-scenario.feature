Feature: No scenario
  Only words.
