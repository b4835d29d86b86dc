# language: de
Funktionalität: Tee

  Szenario: Ein Löffel
    Angenommen a cup
    Wenn I add 1 spoon
    Dann there are 1 spoons

  Szenario: Unbekannt
    Angenommen eine Tasse mit 3 Löffeln
