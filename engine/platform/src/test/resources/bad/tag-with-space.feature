@not a tag
Feature: Tag
