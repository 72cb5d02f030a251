# girafa: name="melodia"
10 REM MELODIA: notas em DATA, tocadas com BEEP
20 LET t=.2: LET s=0
30 READ n$: IF n$="fim" THEN GO TO 90
40 READ d: LET h=FN h(n$): LET s=s+d
50 PRINT n$;" ";
60 BEEP t*d,h
70 GO TO 30
80 DEF FN h(n$)=CODE "JLACEFH"(CODE n$-64)-65: REM A=9 B=11 C=0 ...
90 PRINT : PRINT "Tempos: ";s
100 DATA "C",1,"C",1,"G",1,"G",1,"A",1,"A",1,"G",2
110 DATA "F",1,"F",1,"E",1,"E",1,"D",1,"D",1,"C",2
120 DATA "fim"
