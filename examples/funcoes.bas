# girafa: name="funcoes"
10 REM FUNCOES: a tabela e o grafico de uma funcao que se escreve
20 DEF FN a(x)=INT (x*100+.5)/100
30 DEF FN y(v)=INT (88+20*v+.5)
40 INPUT "f(x)= "; LINE f$: IF f$="" THEN STOP
50 CLS : PRINT "f(x)=";f$: LET s=0
60 FOR x=-4 TO 4: LET v=VAL f$
70 PRINT AT x+6,0;x;TAB 4;FN a(v): LET s=s+v: NEXT x
80 PRINT AT 12,0;"soma ";FN a(s)
90 PLOT 128,88: DRAW 127,0: PLOT 190,20: DRAW 0,140
100 FOR i=-60 TO 60: LET x=i/15: LET y=FN y(VAL f$)
110 IF y>=0 AND y<=175 THEN PLOT 190+i,y
120 NEXT i
