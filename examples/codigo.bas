# girafa: name="codigo"
10 REM CODIGO: uma rotina em codigo-maquina, lida de DATA com somas de controlo
20 CLEAR 39999: LET a=40000: LET l=200
30 LET s=0: FOR i=1 TO 6: READ b: POKE a,b: LET s=s+b: LET a=a+1: NEXT i
40 READ c: IF c<>s THEN PRINT "DATA errado na linha ";l: STOP
50 LET l=l+10: IF l<=240 THEN GO TO 30
60 PRINT "1+2+...+100=";USR 40016
70 PRINT "O ecra ao contrario:": RANDOMIZE USR 40000
80 STOP
190 REM 40000: inverte o ecra byte por byte; 40016: soma de 1 a 100 em BC
200 DATA 33,0,64,1,0,24,122
210 DATA 126,47,119,35,11,120,458
220 DATA 177,32,247,201,33,0,690
230 DATA 0,22,0,6,100,88,216
240 DATA 25,16,252,68,77,201,639
