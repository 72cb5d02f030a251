10 DIM t(10)
20 FOR i=1 TO 12: LET t(i)=i*i: NEXT i
30 PRINT "Soma: ";soma
