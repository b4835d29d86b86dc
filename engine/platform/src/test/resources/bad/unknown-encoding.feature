# encoding: klingon-8
Feature: Encoding
