this is no feature
