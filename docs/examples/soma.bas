10 INPUT "Quantos? ";n
20 LET s=0
30 FOR i=1 TO n: LET s=s+1/i: PRINT i;TAB 4;s: NEXT i
40 STOP
