10 REM numbers: a sieve, and floating point with functions
20 DIM f(200)
30 FOR i=2 TO 200: LET f(i)=1: NEXT i
40 FOR i=2 TO 14: IF f(i)=0 THEN GO TO 60
50 FOR j=i*i TO 200 STEP i: LET f(j)=0: NEXT j
60 NEXT i
70 LET s=0: FOR i=1 TO 40: LET s=s+SIN (i/7)*SQR i-1/i: NEXT i
80 GO TO 30
