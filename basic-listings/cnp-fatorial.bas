# girafa: name="cnp-fatori"
10 REM COMBINACOES DE n ELEMENTOS p A p, POR FACTORIAIS
20 REM f() os numeros n, p e n-p, que dao lugar aos seus factoriais
30 DIM f(3)
40 REM PERGUNTA ate' que os factoriais caibam
50 CLS : PRINT "  *** CALCULO DE CNP(N,P) ***"
60 PRINT ''"O VALOR DE N TEM DE SER INFERIOR        A 34 E P<=N !"
70 INPUT "INTRODUZA: N=";n,"P=";p
80 IF n>=34 OR p>n THEN GO TO 50
100 REM FACTORIAIS, do maior factor para o menor
110 LET f(1)=n: LET f(2)=p: LET f(3)=n-p
120 FOR k=1 TO 3
130 LET prod=1
140 FOR m=f(k) TO 1 STEP -1: LET prod=prod*m: NEXT m
150 LET f(k)=prod
160 NEXT k
200 CLS : PRINT "CNP(";n;";";p;")=";f(1)/(f(2)*f(3))
210 STOP
