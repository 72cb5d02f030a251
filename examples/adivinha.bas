# girafa: name="adivinha"
10 REM ADIVINHA: um algarismo de 1 a 9, lido com INKEY$
20 RANDOMIZE 500: LET n=INT (RND*9)+1: LET v=0
30 PRINT "Pensei num algarismo de 1 a 9.": PRINT "Prima uma tecla."
40 REM espera que a tecla anterior suba, e depois por outra
50 IF INKEY$<>"" THEN GO TO 50
60 LET k$=INKEY$: IF k$<"1" OR k$>"9" THEN GO TO 60
70 LET v=v+1: PRINT k$;
80 IF VAL k$<n THEN PRINT " e' pouco": BEEP .05,0: GO TO 50
90 IF VAL k$>n THEN PRINT " e' muito": BEEP .05,12: GO TO 50
100 PRINT " acertou!": PRINT "Tentativas: ";v
110 BEEP .1,12: BEEP .2,19
