# language: tlh
Feature: Klingon
