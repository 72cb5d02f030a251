  10 REM Tabuada de um numero
  20 INPUT "Numero de 1 a 9? ";n
  30 IF n<1 OR n>9 OR n<>INT n THEN PRINT n;" nao serve": GO TO 20
  40 FOR i=1 TO 10
  50 PRINT n;" x ";i;" = ";n*i
  60 NEXT i
